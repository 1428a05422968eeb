import type { Mode, ModeName } from '../mode.ts'
import { afterBody, inBody } from './body.ts'
import { afterFrameset, inFrameset } from './frameset.ts'
import { afterHead, beforeHead, inHead, inHeadNoscript, text } from './head.ts'
import { inSelect, inSelectInTable } from './select.ts'
import { inCaption, inCell } from './table-cells.ts'
import { inRow, inTableBody } from './table-rows.ts'
import { inColumnGroup, inTable } from './table.ts'
import { inTemplate } from './template.ts'

export const MODES: Record<ModeName, Mode> = {
  'before head': beforeHead,
  'in head': inHead,
  'in head noscript': inHeadNoscript,
  'after head': afterHead,
  'in body': inBody,
  text,
  'in table': inTable,
  'in caption': inCaption,
  'in column group': inColumnGroup,
  'in table body': inTableBody,
  'in row': inRow,
  'in cell': inCell,
  'in select': inSelect,
  'in select in table': inSelectInTable,
  'in template': inTemplate,
  'after body': afterBody,
  'in frameset': inFrameset,
  'after frameset': afterFrameset,
}
