import { LANGUAGES, type Language, type Sample } from '../../../../../functions/site/pages/reference/OperationPage.ts'
import type { RichText } from '../../../../../functions/site/pages/shell/RichText.ts'
import { CLIENT_URL } from '../../../../client/clientBundle.ts'
import { guidePageUrl, MCP } from '../../../discovery/paths.ts'
import { highlight } from '../../highlight.ts'
import { type ExampleCall, toolArguments } from '../exampleCall.ts'
import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import { signsIn, typescriptSample } from './typescript.ts'
import { viemSample } from './viem.ts'
import { isTool } from '../../../../mcp/describeOperations.ts'

const TOOLS = { read: 'call_read', build: 'build', write: 'call_write' } as const

/** The example call as `params` of `tools/call` at `/mcp`; undefined for an operation that is not a tool. */
function mcpSample(call: ExampleCall): string | undefined {
  const { operation, callable } = call
  if (!isTool(operation, callable.family)) return undefined
  const args = toolArguments(call)
  const given = {
    operationId: callable.operationId,
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...(callable.kind === 'build' || (callable.kind === 'read' && operation['x-auth'] !== undefined)
      ? { accessToken: '<accessToken of sign_in>' }
      : {}),
  }
  return JSON.stringify({ name: TOOLS[callable.kind], arguments: given }, undefined, 2)
}

/** Grammar that highlights a language. */
const GRAMMARS: Readonly<Record<Language, string>> = {
  curl: 'bash',
  typescript: 'typescript',
  viem: 'typescript',
  python: 'python',
  mcp: 'json',
}

/** The example call as a program in each language that can make it, by language. */
export function sampleTexts(call: ExampleCall): Readonly<Partial<Record<Language, string>>> {
  const [viem, mcp] = [viemSample(call), mcpSample(call)]
  return {
    curl: curlSample(call),
    typescript: typescriptSample(call),
    ...(viem === undefined ? {} : { viem }),
    python: pythonSample(call),
    ...(mcp === undefined ? {} : { mcp }),
  }
}

/** The same, as a page shows it. */
export function samplesOf(call: ExampleCall): readonly Sample[] {
  const texts = sampleTexts(call)
  return LANGUAGES.flatMap((language) => {
    const text = texts[language]
    return text === undefined
      ? []
      : [{ language, note: noteOf(language, call), code: highlight(text, GRAMMARS[language]) }]
  })
}

/** Assumptions of a sample. */
function noteOf(language: Language, call: ExampleCall): RichText {
  const { origin, callable, credentials } = call
  const guide = (name: string) => ({ code: name, href: guidePageUrl(name) })
  const variables = [...new Set(credentials.map(({ variable }) => `$${variable}`))]
  if (callable.takesKey && language === 'curl') variables.push('$KEY')
  switch (language) {
    case 'curl':
      return variables.length === 0 ? [] : ['Set ', ...listed(variables), ' first']
    case 'typescript':
      return [
        { code: `npm install ${origin}${CLIENT_URL}` },
        ...(signsIn(call) ? [' · ', { code: 'account' }, ' is an account or a wallet client of viem'] : []),
        ' · guide: ',
        guide('client'),
      ]
    case 'viem':
      return call.operation.method === 'get'
        ? [{ code: `npm install ${origin}${CLIENT_URL} viem` }, ' · guide: ', guide('client')]
        : ['Builds, checks and sends with the wallet ', { code: 'account' }, ' · guide: ', guide('client')]
    case 'python':
      return ['Python 3.9 or newer, standard library · guide: ', guide('quickstart-python')]
    case 'mcp':
      return [
        { code: 'tools/call' },
        ' at ',
        { code: `${origin}${MCP}` },
        ', or the tool ',
        { code: callable.operationId },
        ' at ',
        { code: `${MCP}/x/${callable.family}` },
        ' · guide: ',
        guide('mcp'),
      ]
  }
}

const listed = (names: readonly string[]): RichText =>
  names.flatMap((code, i) => (i === 0 ? [{ code }] : [i === names.length - 1 ? ' and ' : ', ', { code }]))
