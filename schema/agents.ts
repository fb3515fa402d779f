import { agentFeedback } from './agentFeedback.ts'
import { agentIdentity } from './agentIdentity.ts'
import { agentWrites } from './agentWrites.ts'
import { creators } from './creators.ts'
import { walletIntelligence } from './walletIntelligence.ts'

export const agents = { ...agentIdentity, ...agentFeedback, ...agentWrites, ...creators, ...walletIntelligence }
