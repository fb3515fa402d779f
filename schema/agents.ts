import { agentFeedback } from './agentFeedback.ts'
import { agentIdentity } from './agentIdentity.ts'
import { agentProfile } from './agentProfile.ts'
import { agentWrites } from './agentWrites.ts'
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
  ...feedbackReview,
}
