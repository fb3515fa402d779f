/** What nobody sees: format characters, and those that only join or vary others. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

/** A command without what makes no difference to whoever carries it out: case, the kind of white space, what nobody sees. */
export const plainCommand = (command: string): string =>
  command.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim().toLowerCase()
