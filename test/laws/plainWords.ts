/** Words that stay out of a text, by a pattern, and the way to say it. */
export type Banned = readonly (readonly [pattern: RegExp, instead: string])[]

/** Words and constructions that readers stumbled over: they stay out of published texts, comments and names of tests. */
export const BANNED: Banned = [
  [/\btold\b/i, 'say who reports what: "is listed", "the answer names"'],
  [/\blikewise\b/i, 'repeat what it stands for: the reader may see this one text alone'],
  [/\bfor good\b/i, 'permanently'],
  [/\banew\b/i, 'again'],
  [/\bof (?:which|whom)\b/i, 'make two sentences, or use "whose", "where", "that"'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'say what is missing'],
  [/\bpass(?:es)? for\b/i, 'is reported as'],
  [/\b(?:it|this|that|which|they) (?:is|are) no (?!longer\b|more\b|later\b|earlier\b)/i, 'is not a …'],
  [/\bnot any more\b/i, 'no longer'],
  [/\bwhoever\b|\bwhosoever\b|\bthereof\b|\bwherever\b/i, 'name the person or the place'],
  [/\b(?:un)?beknown\b|\bhitherto\b/i, 'a plain word'],
]

/** Words that stay out of comments and names of tests besides. */
const BANNED_INSIDE: Banned = [
  ...BANNED,
  [/[.] (?:What|Who|Those)\b(?! is\b| if\b)/, 'begin a sentence with a noun'],
  [/\b(?:tells?|telling)\b/i, 'says, reports, names'],
  [/\bwak(?:es?|ing|en)\b|\bwoken\b/i, 'starts, runs'],
  [/\basked\b/i, 'requested, queried, called'],
  [/\bhungry\b|\bas ever\b|\bat all events\b/i, 'a plain word'],
]
const BANNED_IN_COMMENTS: Banned = [...BANNED_INSIDE, [/^(?:What|Who|Where|Those)\b/, 'begin with a noun or a verb']]

/** Words that say nothing as a part of a name. */
const VAGUE = 'way ways thing things said place places tell wake hungry told asked whoever'.split(' ')
const isVague = (name: string): boolean =>
  name
    .replace('UnderWay', '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .split(/[^A-Za-z]+/)
    .some((word) => VAGUE.includes(word.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())))

const TOKEN =
  /(?:`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)|(?<name>[A-Za-z_$][\w$]*)/g
const TEST = /(?<!\.)\b(?:test|it|describe|fact)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(?<name>(?:(?!\1)[^\\]|\\.)*)\1/g

/** Faults of the comments, names and names of tests of a source, each with its line. */
export function faultsInside(source: string): string[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const faults: (readonly [index: number, fault: string])[] = []
  const look = (index: number, kind: string, text: string, banned: Banned) => {
    for (const [pattern, instead] of banned) {
      const found = pattern.exec(text)
      if (found)
        faults.push([index, `${kind} "${text.slice(Math.max(0, found.index - 20), found.index + 50)}": ${instead}`])
    }
  }
  for (const { index, groups: { comment, name } = {} } of source.matchAll(TOKEN)) {
    if (comment !== undefined) look(index, 'comment', proseOf(comment), BANNED_IN_COMMENTS)
    if (name !== undefined && isVague(name)) faults.push([index, `name ${name}: say what it is`])
  }
  for (const { index, groups } of source.matchAll(TEST)) look(index, 'test', groups?.['name'] ?? '', BANNED_INSIDE)
  return faults.map(([index, fault]) => `${lineAt(index)} ${fault}`)
}

/** The words of a comment in one line, its code left out. */
const proseOf = (comment: string): string =>
  comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(?:\*|\/\/+) ?/gm, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\s+/g, ' ')
    .trim()
