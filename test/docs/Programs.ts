import { filesUnder } from '../laws/sources.ts'
import { blocksOf } from './blocks.ts'

/** Languages of programs. A block is a whole one, unless `fragment` follows the language. */
const LANGUAGES = ['js', 'ts', 'python', 'sh'] as const
type Language = (typeof LANGUAGES)[number]

/** Commands for the local world; others install, deploy or start something. */
const isLocal = (script: string): boolean => /127\.0\.0\.1:8787/.test(script)

/** The programs that the documents print, and which of them were taken to be run. */
export class Programs {
  readonly #taken = new Set<string>()

  /** A program as printed, by its index among those of its language. Throws if the page has no such program. */
  take(file: string, language: Language, index = 0): string {
    const program = blocksOf(file, language)[index]
    if (program === undefined) throw new Error(`${file} has no ${language} ${index}`)
    this.#taken.add(`${file} ${language} ${index}`)
    return program
  }

  /** File, language and index of the programs that nobody has taken. */
  left(): string[] {
    return ['README.md', ...filesUnder('docs', '.md')]
      .flatMap((file) =>
        LANGUAGES.flatMap((language) =>
          blocksOf(file, language).flatMap((program, index) =>
            language === 'sh' && !isLocal(program) ? [] : [`${file} ${language} ${index}`],
          ),
        ),
      )
      .filter((program) => !this.#taken.has(program))
  }
}
