import { managedTokenList } from './managedTokenList.ts'
import { tokenReads } from './reads.ts'

/** Share tokens: documents, pictures and lists. */
export const token = { ...tokenReads, ...managedTokenList }
