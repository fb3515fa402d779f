import type { CredentialHeader } from '../credentials.ts'
import { clientParameters, type ExampleCall } from '../exampleCall.ts'
import { literal, TYPESCRIPT } from './literal.ts'

/** Credentials that a sign-in of the client gives. */
const BY_SIGN_IN: readonly unknown[] = ['build', 'write', 'session', 'admin', 'sessionAndIdentity']

/** Whether a program signs in with a wallet before the call. */
export const signsIn = ({ operation }: ExampleCall): boolean => BY_SIGN_IN.includes(operation['x-auth'])

/** The network of the samples: the deployment whose page it is. */
export const networkOf = ({ chainId, baseUrl }: ExampleCall): string => literal({ chainId, baseUrl }, TYPESCRIPT)

/** The example call with the package `creator-vault`. */
export function typescriptSample(call: ExampleCall): string {
  const { operationId } = call.operation
  const imports = ['createClient', operationId, ...(signsIn(call) ? ['signIn'] : [])].toSorted()
  const args = clientParameters(call)
  const given = Object.keys(args).length === 0 ? '' : `, ${literal(args, TYPESCRIPT)}`
  return [
    `import { ${imports.join(', ')} } from 'creator-vault'`,
    '',
    ...clientOf(call),
    ...(signsIn(call) ? ['await signIn(client, account)'] : []),
    '',
    ...printed(call, `${operationId}(client${given})`),
  ].join('\n')
}

/** The client, with the credentials that no sign-in gives as its headers. */
function clientOf(call: ExampleCall): readonly string[] {
  const headers = call.credentials.filter(({ variable }) => !(signsIn(call) && variable === 'TOKEN'))
  if (headers.length === 0) return [`const client = createClient({ network: ${networkOf(call)} })`]
  return [
    'const client = createClient({',
    `  network: ${networkOf(call)},`,
    '  headers: {',
    ...headers.map(headerLine),
    '  },',
    '})',
  ]
}

const headerLine = ({ name, prefix, variable }: CredentialHeader): string =>
  `    ${TYPESCRIPT.key(name.toLowerCase())}: \`${prefix}\${process.env.${variable}}\`,`

/** Code that prints the result of a call. The client gives a document of several types as a file. */
function printed({ operation, types }: ExampleCall, called: string): readonly string[] {
  const answer = operation['x-answer']
  if (answer === 'stream') return [`for await (const { event, data } of ${called})`, '  console.log(event, data)']
  if (
    answer === 'media' ||
    (answer === 'document' && types.length > 1 && !types.every((type) => type.endsWith('json')))
  )
    return [`const file = await ${called}`, 'console.log(file.type, file.size)']
  return [`const answer = await ${called}`, 'console.log(answer)']
}
