import { resolve } from './resolve.ts'
import { walletContext } from './walletContext.ts'

/** Operations that resolve names, and list what a wallet can do. */
export const context = { ...resolve, ...walletContext }
