import { type ComponentChild, render } from 'preact'
import { AuctionsPanel } from './front/AuctionsPanel.tsx'
import { GaugePanel } from './front/GaugePanel.tsx'
import { Head } from './front/Head.tsx'
import { LotteryPanel } from './front/LotteryPanel.tsx'
import { VaultsPanel } from './front/VaultsPanel.tsx'

/** What is drawn where, by the `data-live` of its place. */
const PANELS: Readonly<Record<string, (place: HTMLElement) => ComponentChild>> = {
  head: () => <Head />,
  vaults: () => <VaultsPanel />,
  auctions: ({ dataset }) => <AuctionsPanel launchArms={(dataset['arms'] ?? '').split(' ').filter(Boolean)} />,
  lottery: () => <LotteryPanel />,
  gauge: () => <GaugePanel />,
}

for (const place of document.querySelectorAll<HTMLElement>('[data-live]')) {
  const panel = PANELS[place.dataset['live'] ?? '']
  if (!panel) continue
  place.replaceChildren()
  render(panel(place), place)
  place.removeAttribute('aria-busy')
}
