import { DEFINITIONS } from '../../../functions/mcp/tools/definitions.ts'
import { DOCUMENT } from '../../../schema/openapi.ts'
import type { Json } from '../../json.ts'
import { type Described, describeOperations } from '../../mcp/describeOperations.ts'
import type { Deployment } from '../../deployments.ts'
import { skills } from '../../skills.ts'
import { CONCEPTS } from './concepts.ts'
import { llmsTxt } from './llmsTxt.ts'

/** Bytes of the text, at most. */
export const LLMS_FULL_BYTES = 100_000

/**
 * `/llms-full.txt`: the short text, what to know, the tools of `/mcp`, the skills, and every operation in a line.
 *
 * @param document the OpenAPI document
 * @param origin of the host
 */
export function llmsFullTxt(document: Json, origin: string, deployment: Deployment): string {
  const described = describeOperations(document)
  return [
    llmsTxt(origin, deployment),
    '## What to know',
    '',
    ...Object.entries(CONCEPTS).flatMap(([topic, text]) => [`### ${topic}`, '', text, '']),
    `## The ${DEFINITIONS.length} tools of /mcp`,
    '',
    ...DEFINITIONS.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`),
    '',
    '## What the skills are for',
    '',
    ...skills().map(({ name, description }) => `- ${name}: ${description}`),
    '',
    `## The ${described.length} operations`,
    '',
    'Paths follow the base URL, which ends in /api. Kind: read; build (an unsigned transaction, nothing is sent); write. Credential: build is a session or a SIWA receipt; write is a session, or a receipt with a signed request; others are named.',
    '',
    ...DOCUMENT.tags.flatMap(({ name, description }) => {
      const own = described.filter(({ callable }) => callable.family === name)
      return own.length === 0 ? [] : [`### ${name}`, '', `${description}.`, '', ...own.map(line), '']
    }),
  ].join('\n')
}

function line({
  callable: { operationId, method, path, kind, auth },
  operation: { summary, description },
}: Described): string {
  const about = description === undefined ? '' : ` ${firstSentence(description)}`
  return `- ${operationId} (${method} ${path}; ${kind}; credential: ${auth || 'none'}): ${summary}.${about}`
}

/** A text up to the end of its first sentence; a point within a word or a number ends none. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
