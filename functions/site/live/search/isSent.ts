import { isSecret } from '../../../../shared/text/exposedKey.ts'

const [SHORTEST, LONGEST] = [2, 64]

/** Whether a text is sent: never a key or a recovery phrase that was pasted by mistake. */
export const isSent = (text: string): boolean => text.length >= SHORTEST && text.length <= LONGEST && !isSecret(text)
