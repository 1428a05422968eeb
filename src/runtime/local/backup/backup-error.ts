/** A backup or a restore that was refused, or has failed; the message says what to do. */
export class BackupError extends Error {}
