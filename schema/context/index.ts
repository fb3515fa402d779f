import { resolve } from './resolve.ts'
import { walletContext } from './walletContext.ts'

/** What a name stands for, and what a wallet can do. */
export const context = { ...resolve, ...walletContext }
