/** MARKETPLACE of a local world. */
export const localMarketplace = JSON.stringify({
  agent: {
    name: 'Jackpot Provider',
    description: 'Enters lottery tickets for others, one a hire.',
    operatorDomain: 'jackpot.example',
    contact: { email: 'hello@jackpot.example', url: 'https://jackpot.example' },
    logo: 'https://jackpot.example/logo.png',
    tosUri: 'https://jackpot.example/terms',
  },
  ticket: {
    title: 'One lottery ticket',
    shortDescription: 'A ticket of the creator vault lottery, entered for a wallet that you name.',
    listingMetadata: {
      displayName: 'Lottery ticket by proxy',
      pricingNotes: 'The price of the ticket, and nothing on top.',
      sla: { responseHours: 1, revisions: 0, refundPolicy: 'Refunded where no entry is made within a day.' },
      links: { website: 'https://jackpot.example' },
    },
  },
})
