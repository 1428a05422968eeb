/** The command cannot run as given; the message says how to fix it. */
export class CannotRun extends Error {}
