import { agentFeedback } from './agentFeedback.ts'
import { agentIdentity } from './agentIdentity.ts'
import { agentProcess } from './agentProcess.ts'
import { agentProfile } from './agentProfile.ts'
import { agentStream } from './agentStream.ts'
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
  ...agentStream,
  ...agentProcess,
  ...feedbackReview,
}
