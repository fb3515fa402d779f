import { openChain } from '../chain/openChain.ts'
import type { ChainEnv } from '../env/env.ts'
import { contextOver } from './contextOver.ts'
import type { Context } from './handler.ts'

/** Builds the context of handlers from a Worker's environment, and sets the log level. */
export const createContext = (env: ChainEnv, now: () => number = Date.now): Context => contextOver(openChain, env, now)
