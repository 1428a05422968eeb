import type { Check } from './evidence.ts'

/** A snapshot is whole or it is not there, whenever its writing was cut short. */
export const everySnapshotIsUsable: Check = ({ log }) => log.snapshot.troubles

export const snapshotIsLog: Check = ({ log }) =>
  log.snapshot.isFold ? [] : ['its snapshot and the records after it differ from the whole log']
