import { chat } from './chat.ts'
import { feedbackPayload } from './feedbackPayload.ts'
import { registration } from '../agents/registration.ts'
import { reputationGraph } from './reputationGraph.ts'

export const social = { ...registration, ...reputationGraph, ...feedbackPayload, ...chat }
