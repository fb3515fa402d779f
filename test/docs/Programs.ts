import { blocksIn } from './blocks.ts'

/** Languages of programs. A block is a whole one, unless `fragment` follows the language. */
const LANGUAGES = ['js', 'ts', 'python', 'sh'] as const
type Language = (typeof LANGUAGES)[number]

/** The programs that the documents print, and which of them were taken to be run. */
export class Programs {
  readonly #taken = new Set<string>()
  /** Texts of the documents by their files. */
  readonly texts = new Map<string, string>()

  /** A program as printed, by its index among those of its language. Throws if the page has no such program. */
  take(file: string, language: Language, index = 0): string {
    const program = blocksIn(this.texts.get(file) ?? '', language)[index]
    if (program === undefined) throw new Error(`${file} has no ${language} ${index}`)
    this.#taken.add(`${file} ${language} ${index}`)
    return program
  }

  /** File, language and index of the programs that nobody has taken. Commands are programs if they name `host`; others build or deploy. */
  left(host: string): string[] {
    return [...this.texts]
      .flatMap(([file, text]) =>
        LANGUAGES.flatMap((language) =>
          blocksIn(text, language).flatMap((program, index) =>
            language === 'sh' && !program.includes(host) ? [] : [`${file} ${language} ${index}`],
          ),
        ),
      )
      .filter((program) => !this.#taken.has(program))
  }
}
