import type { SyntheticOptions } from './options.ts'

/**
 * The data sets of Gouriten et al. 2014, Table 1: shares of nodes and edges with the keyword, and
 * edges divided by nodes (35.6 / 2.2 and 78.0 / 16.9 million). Leaves are ours: few pages of an
 * encyclopedia have no link, most accounts were never read themselves.
 */
const ENCYCLOPEDIA = { meanOutDegree: 16.2, leaves: 0.03 }
const ACCOUNTS = { meanOutDegree: 4.6, leaves: 0.75 }

export const PRESETS = {
  bretagne: { ...ENCYCLOPEDIA, relevantNodes: 0.02, relevantEdges: 0.005 },
  france: { ...ENCYCLOPEDIA, relevantNodes: 0.192, relevantEdges: 0.068 },
  happy: { ...ACCOUNTS, relevantNodes: 0.11, relevantEdges: 0.024 },
  jazz: { ...ACCOUNTS, relevantNodes: 0.006, relevantEdges: 0.001 },
  weird: { ...ACCOUNTS, relevantNodes: 0.032, relevantEdges: 0.004 },
} satisfies Record<string, Omit<SyntheticOptions, 'nodes' | 'seed'>>

export type PresetName = keyof typeof PRESETS

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name)
}
