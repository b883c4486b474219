/**
 * The project's own describes a folder with sources, pictures and scripts, none of which is in the headless package.
 */
export const HEADLESS_README = `# Fuelcard Desk, without a desktop

Manages a fleet's physical fuel cards: the service with its \`/v1\` API and signed webhooks, its page, and the command line, without
Electron. It needs Node.js 22.19, or 24 and newer, on Linux, macOS or Windows.

\`\`\`sh
fuelcard-desk serve     # prints the addresses of the API, its reference and the page
fuelcard-desk --help
\`\`\`

The first start makes a demo fleet of made-up cards in a sandbox; \`--no-demo\` leaves it out.

- [The service on a server](docs/operate/service.md): systemd, container, data and key, backup and restore, upgrade
- [The service for a team](docs/operate/team.md): a public address, a proxy or a certificate, people
- [The identity provider](docs/operate/identity-provider.md): Keycloak, Microsoft Entra ID and others
- [Policy](docs/operate/policy.md): an administrator's decisions for everyone on a computer
- [Changelog](CHANGELOG.md)
- [Licences](out/licences.txt) of the software it contains
`
