import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../skills')

/** A skill for language models (agentskills.io). */
export interface Skill {
  readonly name: string
  readonly description: string
  /** SKILL.md, whole. */
  readonly text: string
}

const HEAD = /^---\nname: (?<name>[a-z0-9-]+)\ndescription: (?<description>.+)\n/

/** The skills of `skills/`, by name. Throws an Error for one whose frontmatter is not in the order of the others. */
export const skills = (): readonly Skill[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(folder, file, 'SKILL.md'), 'utf8')
      const { name = '', description = '' } = HEAD.exec(text)?.groups ?? {}
      if (name !== file) throw new Error(`skills/${file}: its frontmatter does not begin with its name and description`)
      return { name, description, text }
    })

/** The same as a module of Workers: `files` is JSON, texts by `<name>/SKILL.md`. */
export const skillsModule = (): { files: string } => ({
  files: JSON.stringify(Object.fromEntries(skills().map(({ name, text }) => [`${name}/SKILL.md`, text]))),
})
