import type * as z from 'zod'
import type { ReputationGraph } from '../../../schema/social/reputationGraphAnswers.ts'

export type Graph = z.output<typeof ReputationGraph>
