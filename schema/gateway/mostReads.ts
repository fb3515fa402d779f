/** The most reads of one batch. */
export const MOST_READS = 50
