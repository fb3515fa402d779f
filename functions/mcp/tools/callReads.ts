import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Answered } from '../calls/createCalls.ts'
import { Failure } from '../calls/Failure.ts'
import { pick } from '../results/pick.ts'
import { doubtsIn, toResult, withoutDataUris } from '../results/toResult.ts'
import { findOperation, requireKind } from './findOperation.ts'
import type { RunCall } from './Tools.ts'

/** Calls reads at one block. One that fails has its error in its place; if all fail, the first error is thrown. */
export const callReads: RunCall<'call_reads'> = async ({ reads }, { callAll }) => {
  const { asOf, answers } = await callAll(
    reads.map(({ operationId, args }) => {
      try {
        const operation = findOperation(operationId)
        requireKind(operation, 'read', args)
        return { operation, args }
      } catch (error) {
        return failureOf(error)
      }
    }),
  )
  const shown = reads.map(({ operationId, fields }, i) => {
    const answer = answers[i]
    try {
      if (!answer || answer instanceof Failure) throw answer ?? new Error('a read has no answer')
      return { operationId, value: fields === undefined ? withoutDataUris(answer.value) : pick(answer.value, fields) }
    } catch (error) {
      const { code, detail } = failureOf(error).problem
      return { operationId, error: { code, message: detail } }
    }
  })
  const failed = answers.find((answer) => answer instanceof Failure)
  if (failed && answers.every((answer) => answer instanceof Failure)) throw failed
  const about = `${asOf ? `Read as of block ${asOf.blockNumber}` : 'Read'}; an answer with another asOf does not depend on the chain alone.`
  const doubts = answers.filter(isAnswered).flatMap(({ value }) => doubtsIn(value))
  return toResult({ asOf, answers: shown }, [about, ...new Set(doubts)].join(' '))
}

const isAnswered = (answer: Answered | Failure): answer is Answered => !(answer instanceof Failure)

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return Failure.of(error)
  throw error
}
