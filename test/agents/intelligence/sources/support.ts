import { createIntelligence, type Intelligence } from '../../../../functions/agents/intelligence/createIntelligence.ts'
import { normaliseOptions } from '../../../../functions/agents/intelligence/IntelligenceOptions.ts'
import { createChain, type Chain } from '../../../../shared/chain/chain.ts'
import { base } from '../../../../shared/chain/networks/base.ts'
import { createRpc } from '../../../../shared/chain/rpc.ts'
import {
  type IntelligenceEnv,
  intelligenceVariables,
} from '../../../../functions/agents/intelligence/intelligenceEnv.ts'
import { readEnv } from '../../../../shared/env/readEnv.ts'
import { createIntelligencePorts } from '../../../../functions/agents/intelligence/sources/createIntelligencePorts.ts'
import type { IntelligencePorts } from '../../../../functions/agents/intelligence/ports.ts'
import { createIntelligenceStore } from '../../../../functions/agents/store/intelligence.ts'
import type { Address } from 'viem'
import * as z from 'zod'

/** A chain that has no node: what is known of wallets does not need one. */
export const noChain: Chain = createChain(base, createRpc({ urls: [] }))

export const envOf = (variables: Readonly<Record<string, string>>): IntelligenceEnv =>
  readEnv(z.object(intelligenceVariables), variables)

export const portsOf = (variables: Readonly<Record<string, string>>, chain = noChain): IntelligencePorts =>
  createIntelligencePorts(envOf(variables), chain)

/** A chain whose node is there. */
export const chainAt = (url: string): Chain => createChain(base, createRpc({ urls: [url] }))

/** One isolate of the Worker, over a database that it shares with others. */
export const openIsolate = (
  database: D1Database,
  variables: Readonly<Record<string, string>>,
  budget = { sourceMs: 8000, totalMs: 10_000 },
  now = Date.now,
): Intelligence =>
  createIntelligence({ ports: portsOf(variables), store: createIntelligenceStore(database), budget, now })

/** Everything about a wallet, on Base. */
export const all = (address: Address, noCache = false) =>
  normaliseOptions({
    address,
    hops: 3,
    chainIds: [8453],
    portfolio: true,
    ens: true,
    social: true,
    labels: true,
    noCache,
  })

export const waitUntil = (): void => {}
