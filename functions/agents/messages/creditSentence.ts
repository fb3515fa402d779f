interface Standing {
  readonly credits: number
  readonly creditsPerEntry: number
  readonly entriesAvailable: number
}

/** An account’s credits for free lottery entries as a sentence. */
export function creditSentence({ credits, creditsPerEntry, entriesAvailable }: Standing): string {
  const have = `You have ${counted(credits, 'credit', 'credits')}`
  if (entriesAvailable === 0) return `${have}. A free lottery entry costs ${creditsPerEntry}.`
  const entries = counted(entriesAvailable, 'free lottery entry', 'free lottery entries')
  return `${have}, enough for ${entries}. One entry costs ${creditsPerEntry}.`
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
