import { OF_ACCOUNTS } from './personal/ofAccounts.ts'
import { OF_PARTICIPATION } from './personal/ofParticipation.ts'
import { OF_WORK } from './personal/ofWork.ts'
import type { PersonalData } from './personal/PersonalData.ts'

/**
 * All personal data in D1: its export, and its fate when the account is deleted. Rows that are found through another table
 * come before the rows of that table. Loaded with the first export or deletion.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [...OF_ACCOUNTS, ...OF_PARTICIPATION, ...OF_WORK]

/** Names of the sections of an export, in the order of the register. */
export const EXPORT_SECTIONS: readonly string[] = PERSONAL_DATA.flatMap(({ shown }) => (shown ? [shown.as] : []))
