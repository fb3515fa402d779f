/** What describes something, in any file of the contract. */
const DESCRIPTION = /\b(description|summary):\s*'(?:[^'\\\n]|\\.)*'/g
/**
 * In a family's files each text that begins with a capital letter and has a blank is prose, since errors begin with a small one;
 * but for values, which are matched so that they stay.
 */
const PROSE_OR_VALUES = /\.(?:enum|literal)\([^)]*\)|= \[[^\]()]*\] as const|'[A-Z][^' \\\n]* (?:[^'\\\n]|\\.)*'/g

/** What operations need of a deployment, and names for parts of it. */
const NEEDS = /'x-(?:needs|after)': |: (?:Needs|Without) = /g

/** A source with nothing in place of each expression that `starts` comes before; its brackets and quotes must be balanced. */
function withoutValues(source: string, starts: RegExp): string {
  let kept = ''
  let from = 0
  for (const { 0: start, index } of source.matchAll(starts)) {
    let end = index + start.length
    if (end < from) continue
    kept += `${source.slice(from, end)}{}`
    for (let depth = 0; depth > 0 || !/[,)}\n]/.test(source[end] ?? ','); end++) {
      const character = source[end] ?? ''
      if ('([{'.includes(character)) depth++
      else if (')]}'.includes(character)) depth--
      else if ("'`".includes(character)) end = source.indexOf(character, end + 1)
    }
    from = end
  }
  return kept + source.slice(from)
}

/** Begins what a schema says of itself. */
const DESCRIBES = /\.(?:describe|meta)\(/g
/** Texts and comments, whose brackets do not count, and brackets. */
const PARTS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[^]*?\*\/|[([{]|[)\]}]/g

/** A source without the calls that describe its schemas. */
function withoutDescriptions(source: string): string {
  let kept = ''
  let from = 0
  for (const { 0: call, index } of source.matchAll(DESCRIBES)) {
    if (index < from) continue
    kept += source.slice(from, index)
    from = endOf(source, index + call.length)
  }
  return kept + source.slice(from)
}

/** Where the call ends whose arguments begin here. */
function endOf(source: string, start: number): number {
  let depth = 1
  PARTS.lastIndex = start
  for (let part = PARTS.exec(source); part; part = PARTS.exec(source)) {
    if ('([{'.includes(part[0])) depth++
    else if (')]}'.includes(part[0])) depth--
    if (depth === 0) return PARTS.lastIndex
  }
  throw new Error(`unbalanced brackets: ${source.slice(start, start + 80)}`)
}

/** What answers are made of: the types of handlers follow from it, and no Worker checks its own answers. */
const ANSWERS = /(?<=^ +)responses: (?!z\b)/gm

const isOfFamily = /[\\/]schema[\\/](?!errorGuide)\w+[\\/]\w+\.ts$/

/** What the contract says in words or of answers is for the document, and what it needs for the deployment: no Worker uses it. */
export function withoutProse(source: string, file: string): string {
  const described = withoutValues(withoutValues(source, NEEDS), ANSWERS)
  const stripped = withoutDescriptions(described).replace(DESCRIPTION, "$1: ''")
  return isOfFamily.test(file)
    ? stripped.replace(PROSE_OR_VALUES, (found) => (found.startsWith("'") ? "''" : found))
    : stripped
}
