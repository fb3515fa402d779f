/** Seconds since core's job last looked at the node, within which the log index counts as alive. */
export const LOOKED = 180
/** Seconds that the log index may be behind the chain. */
export const BEHIND = 600
