import '@mantine/core/styles.layer.css'
import './theme/tokens.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { httpClient } from './client/http-client.ts'
import { ipcClient } from './client/ipc-client.ts'

// The sign-in token leaves the address here, before anything is drawn.
const client = ipcClient(window) ?? httpClient(window)
const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App client={client} />)
