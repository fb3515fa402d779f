/** The hour that contains a unix time, as the unix time of its start. */
export const hourOf = (time: number): number => time - (time % 3600)
