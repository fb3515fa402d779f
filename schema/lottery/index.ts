import { amoe } from './amoe.ts'
import { lotteryCoverage } from './coverage.ts'
import { lotteryIngest } from './ingest.ts'
import { marketplace } from './marketplace.ts'
import { lotteryReads } from './reads.ts'

/** The lottery: its state, entries and winners, free entries, and what the marketplace shows of it. */
export const lottery = { ...lotteryReads, ...lotteryCoverage, ...amoe, ...lotteryIngest, ...marketplace }
