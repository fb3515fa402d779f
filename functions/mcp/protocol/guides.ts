/** A short text for models, as a resource and as a prompt. */
export interface Guide {
  readonly name: string
  readonly title: string
  readonly uri: string
  readonly text: string
}

/** The guides in `functions/mcp/guides`. `texts` is a JSON object of their Markdown by name. A title is the heading of its text. */
export function guidesIn(texts: string): readonly Guide[] {
  const byName: Readonly<Record<string, string>> = JSON.parse(texts)
  return Object.entries(byName).map(([name, text]) => ({
    name,
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    uri: `guide://creator-vault/${name}`,
    text,
  }))
}
