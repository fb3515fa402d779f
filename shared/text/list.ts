/** Items of a list that is separated by commas or blanks. */
export const list = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((item) => item !== '')
