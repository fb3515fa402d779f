import { LOCAL_ORIGIN } from '../../../functions/site/atHost.ts'
import type { Language } from '../../../functions/site/pages/reference/OperationPage.ts'
import { describeOperations } from '../../../platform/mcp/describeOperations.ts'
import { openApiDocument } from '../../../platform/openapi.ts'
import { localDeployment, type Deployment } from '../../../platform/deployments.ts'
import { exampleCall } from '../../../platform/site/pages/reference/exampleCall.ts'
import { sampleTexts } from '../../../platform/site/pages/reference/samples/samplesOf.ts'

type Texts = Readonly<Partial<Record<Language, string>>>

/** The samples of every operation by operationId and language, as the pages of a host show them. */
export function samplesAt(host: string, deployment: Deployment = localDeployment()): ReadonlyMap<string, Texts> {
  const document = JSON.parse(openApiDocument(deployment))
  return new Map(
    describeOperations(document).map((one) => {
      const texts = sampleTexts(exampleCall(one, document, deployment))
      const atHost = Object.fromEntries(
        Object.entries(texts).map(([language, text]) => [language, text.replaceAll(LOCAL_ORIGIN, host)]),
      )
      return [one.callable.operationId, atHost]
    }),
  )
}
