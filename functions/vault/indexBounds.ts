/** Maximum seconds since the last run of core's job for which the log index counts as alive. */
export const MAX_INDEX_SILENCE = 180
/** Maximum lag of the log index behind the chain, in seconds. */
export const MAX_INDEX_LAG = 600
