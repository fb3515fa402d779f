import { OF_ACCOUNTS } from './personal/ofAccounts.ts'
import { OF_PARTICIPATION } from './personal/ofParticipation.ts'
import { OF_WORK } from './personal/ofWork.ts'
import type { PersonalData } from './personal/PersonalData.ts'

/**
 * Everything in D1 that is about an account: what its owner is given on request, and what becomes of it when the account is
 * deleted. Rows that are found by those of another table come before them.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [...OF_ACCOUNTS, ...OF_PARTICIPATION, ...OF_WORK]
