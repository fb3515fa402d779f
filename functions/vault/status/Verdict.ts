import type { Check } from '../report/Report.ts'

export type Verdict = Pick<Check, 'status' | 'details'>

export const pass = (details: string | null = null): Verdict => ({ status: 'pass', details })
export const fail = (details: string): Verdict => ({ status: 'fail', details })
export const warn = (details: string): Verdict => ({ status: 'warn', details })
export const info = (details: string): Verdict => ({ status: 'info', details })

/** No node or store answered. */
export const UNREAD = warn('Could not be read')

/** The getter reverts: it came with a later generation of the contract. */
export const ABSENT = info('This version of the contract does not report it')
