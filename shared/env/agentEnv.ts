import * as z from 'zod'
import { EvmAddress } from '../../schema/common.ts'
import { TRUST_MODELS } from '../../schema/agents/registration.ts'
import { optional } from './declare.ts'
import { settings } from './formats.ts'
import { saleOf, saleVariables } from './paymentEnv.ts'

const https = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s]+$/, 'must be an http or https URL')

/** Profile of this service's own agent; its URLs follow from the deployment. */
const AgentSettings = z.strictObject({
  /** Token id in the identity registry; 0 is an agent. */
  agentId: z.union([z.int().min(0).transform(String), z.string().regex(/^(0|[1-9][0-9]{0,77})$/, 'must be digits')]),
  name: z.string().min(1).max(120),
  description: z.string().min(1).max(4000),
  image: z
    .string()
    .max(8192)
    .regex(/^(https?:\/\/|data:image\/|ipfs:\/\/)\S+$/, 'must be an https, ipfs or data URI'),
  /** Home page; APP_URL if absent. */
  website: https.optional(),
  /** The wallet that the registry must have as the agent's; any if absent. */
  wallet: EvmAddress.optional(),
  categories: z.array(z.string().min(1).max(40)).max(10).default(['defi']),
  supportedTrust: z.array(z.enum(TRUST_MODELS)).default(['reputation']),
  active: z.boolean().default(true),
  email: z.email().optional(),
  /** Validators whose answers count as attestations of a trusted execution environment. */
  validators: z.array(EvmAddress).max(16).default([]),
})
export type AgentSettings = z.output<typeof AgentSettings>

/** The agent that this service is itself; without it the documents about it are not there. */
export const agentVariables = {
  AGENT: optional(settings('`agentId`, `name`, `description` and `image`, as in localnet/agent.ts', AgentSettings), {
    meaning: 'the agent of the identity registry that this service is',
  }),
  ...saleVariables,
}

/** The agent that this service is, and whether it sells reviews. */
export interface OwnAgent extends AgentSettings {
  readonly sellsReviews: boolean
}

/** Undefined if this service is no agent. */
export const agentOf = (env: z.output<z.ZodObject<typeof agentVariables>>): OwnAgent | undefined =>
  env.AGENT && { ...env.AGENT, sellsReviews: saleOf(env, env.AGENT.wallet) !== undefined }
