import { guides } from 'virtual:mcp'

/** A short text for models, as a resource and as a prompt. */
export interface Guide {
  readonly name: string
  readonly title: string
  readonly uri: string
  readonly text: string
}

const TEXTS: Readonly<Record<string, string>> = JSON.parse(guides)

/** The guides in `functions/mcp/guides`; a title is the heading of its text. */
export const GUIDES: readonly Guide[] = Object.entries(TEXTS).map(([name, text]) => ({
  name,
  title: /^# (.+)$/m.exec(text)?.[1] ?? name,
  uri: `guide://creator-vault/${name}`,
  text,
}))
