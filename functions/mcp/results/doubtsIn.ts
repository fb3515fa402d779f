import { Provenance } from '../../../schema/provenance.ts'
import { doubtOf } from '../../../shared/domain/provenance/doubtOf.ts'
import { asArgs } from '../calls/Args.ts'

/** The doubt about the contract of an answer, as a sentence of the text: `fields` may leave its provenance out. */
export function doubtsIn(answer: unknown): string[] {
  const { provenance, extensions } = asArgs(answer)
  return [provenance, asArgs(extensions)['provenance']].flatMap((one) => {
    const { data } = Provenance.safeParse(one)
    return (data && doubtOf(data)) ?? []
  })
}
