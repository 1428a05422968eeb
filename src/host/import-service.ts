import { renamed } from '../core/campaign/log/rename-log.ts'
import type { CampaignService } from '../core/campaign/service.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import type { CampaignCalls } from './campaign-calls.ts'

/** How campaigns of one owner are imported. Whatever a log says, they are the owner's. */
export function importService(
  named: (id: string) => CampaignCalls,
  results: ResultStore,
  owner: string,
): Pick<CampaignService, 'isFree' | 'import' | 'abortImport'> {
  return {
    isFree: async (id) => !(await results.isKnown(id)) && (await named(id).isBlank()),

    import(id, part) {
      const isFirst = part.after === 0 && part.frames.length > 0
      const frames = isFirst ? renamed(part.frames, { id, owner }) : part.frames
      return named(id).import({ ...part, frames })
    },

    abortImport: (id, importId) => named(id).abortImport(importId),
  }
}
