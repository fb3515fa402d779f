/**
 * The scheduled work of this Worker by its cron expression, by which a run is recognised. The hot lane leaves out two of
 * the minutes in which the canonical one runs.
 */
export const SCHEDULES = {
  canonical: '9,24,39,54 * * * *',
  hot: '0-22/2,26-52/2,56-58/2 * * * *',
  prune: '31 * * * *',
} as const
