import { agentFeedback } from './feedback.ts'
import { agentIdentity } from './identity.ts'
import { agentProcess } from './process.ts'
import { agentProfile } from './profile.ts'
import { agentStream } from './stream.ts'
import { agentWrites } from './writes.ts'
import { creators } from './creators.ts'
import { feedbackReview } from './feedbackReview.ts'
import { rooms } from './rooms.ts'
import { walletIntelligence } from './walletIntelligence.ts'

export const agents = {
  ...agentIdentity,
  ...agentProfile,
  ...agentFeedback,
  ...agentWrites,
  ...creators,
  ...rooms,
  ...walletIntelligence,
  ...agentStream,
  ...agentProcess,
  ...feedbackReview,
}
