import { agentFeedback } from './feedback.ts'
import { agentIdentity } from './identity.ts'
import { agentList } from './list.ts'
import { agentProcess } from './process.ts'
import { agentProfile } from './profile.ts'
import { agentStream } from './stream.ts'
import { agentWrites } from './writes.ts'
import { creators } from './creators.ts'
import { feedbackReview } from './feedbackReview.ts'
import type { Operation } from '../operation.ts'
import type { ROOMS } from '../pieces.ts'
import { rooms } from './rooms.ts'
import { walletIntelligence } from './walletIntelligence.ts'

export const agents = {
  ...agentList,
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

/** The same by room. */
export const agentRooms = {
  identity: { ...agentList, ...agentIdentity, ...agentProfile, ...agentFeedback, ...agentWrites, ...creators },
  review: feedbackReview,
  rooms,
  intelligence: walletIntelligence,
  messages: { ...agentStream, ...agentProcess },
} satisfies Record<(typeof ROOMS)['agents'][number], Record<string, Operation>>
