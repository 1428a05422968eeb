import { pause, resume, stop } from './commands/actions.js'
import { arms } from './commands/arms.js'
import { create } from './commands/create.js'
import { decisions } from './commands/decisions.js'
import { deleteCampaign } from './commands/delete.js'
import { edit } from './commands/edit.js'
import { events } from './commands/events.js'
import { explain } from './commands/explain.js'
import { exportPages } from './commands/export.js'
import { frontier } from './commands/frontier.js'
import { hosts } from './commands/hosts.js'
import { createKey, listKeys, ownKey, revokeKey } from './commands/keys.js'
import { label } from './commands/label.js'
import { list } from './commands/list.js'
import { pages } from './commands/pages.js'
import { rebuild } from './commands/rebuild.js'
import { seeds } from './commands/seeds.js'
import { series } from './commands/series.js'
import { showCampaign } from './commands/show.js'
import { skipped } from './commands/skipped.js'
import { watch } from './commands/watch.js'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateSecret,
  testWebhook,
} from './commands/webhooks.js'
/** @import { Command } from './command.js' */

/** All there is, in the order of the help. @type {Record<string, Command>} */
export const COMMANDS = {
  create,
  list,
  show: showCampaign,
  watch,
  edit,
  seeds,
  label,
  pause,
  resume,
  stop,
  rebuild,
  delete: deleteCampaign,
  pages,
  export: exportPages,
  explain,
  decisions,
  frontier,
  hosts,
  skipped,
  arms,
  series,
  events,
  'webhooks list': listWebhooks,
  'webhooks create': createWebhook,
  'webhooks test': testWebhook,
  'webhooks deliveries': listDeliveries,
  'webhooks redeliver': redeliver,
  'webhooks rotate': rotateSecret,
  'webhooks delete': deleteWebhook,
  'keys list': listKeys,
  'keys self': ownKey,
  'keys create': createKey,
  'keys revoke': revokeKey,
}
