import './theme/base.css'
import './theme/print.css'
import '@mantine/core/styles.layer.css'
import './theme/fonts.css'
import './theme/tokens.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followAddress } from './app-store.ts'
import { httpClient } from './client/http-client.ts'
import { takeAskingApp } from './features/apps/asking-app.ts'
import { ipcClient } from './client/ipc-client.ts'
import { keepFocus } from './focus.ts'
import { followPlaces } from './follow-places.ts'
import { startLanguage } from './locales/language.ts'

// The sign-in token leaves the address here, before anything is drawn.
const client = ipcClient(window) ?? httpClient(window)
takeAskingApp(window)
followAddress(window)
followPlaces(window, client)
keepFocus(document)
const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
const draw = () => createRoot(root).render(<App client={client} />)
// If a language cannot be fetched, English stays, which is bundled.
startLanguage().then(draw, draw)
