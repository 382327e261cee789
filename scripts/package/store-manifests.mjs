/** What the shops of the systems want to know of a release: winget, Homebrew and Flathub. */

const publisher = 'Forecourt'
const id = `${publisher}.Forecourt`
const appId = 'com.forecourt.app'
const licence = 'MIT'
const summary = 'Adverts of a car dealership: stock, imports and orders'
const about =
  'Keeps a dealership’s adverts readable offline, edits them in a table and in bulk, imports CSV files, spreadsheets and XML feeds, sends every change at most once, watches the market and follows the orders.'

/** A text of YAML, of Ruby and of JSON alike. */
const quoted = (text) => JSON.stringify(text)

/**
 * @param {{ version: string, date: string, homepage: string, sha256: (file: string) => string }} release `homepage` is where its
 * sources are, `https://github.com/owner/name`; `sha256` is asked for each file that a manifest names
 * @returns what each file of the manifests holds, by its path
 */
export function storeManifests({ version, date, homepage, sha256 }) {
  const download = (file) => ({
    url: `${homepage}/releases/download/v${version}/${file}`,
    sha256: sha256(file),
  })
  const release = { version, date, homepage }
  return {
    ...winget(release, {
      user: download(`forecourt-${version}-win-x64.exe`),
      machine: download(`forecourt-${version}-win-x64.msi`),
    }),
    'homebrew/forecourt.rb': cask(release, download(`forecourt-${version}-mac-universal.dmg`)),
    ...flathub(release, download(`forecourt_${version}_amd64.deb`)),
  }
}

function winget({ version, date, homepage }, { user, machine }) {
  const head = `PackageIdentifier: ${id}\nPackageVersion: ${quoted(version)}\n`
  const tail = (type) => `ManifestType: ${type}\nManifestVersion: 1.9.0\n`
  const installer = (type, scope, { url, sha256 }) =>
    `  - Architecture: x64
    InstallerType: ${type}
    Scope: ${scope}
    InstallerUrl: ${url}
    InstallerSha256: ${sha256.toUpperCase()}
`
  const place = `winget/${version}/${id}`
  return {
    [`${place}.yaml`]: `${head}DefaultLocale: en-US\n${tail('version')}`,
    [`${place}.installer.yaml`]: `${head}MinimumOSVersion: 10.0.17763.0
UpgradeBehavior: install
ReleaseDate: ${date}
FileExtensions:
  - csv
  - xlsx
Protocols:
  - forecourt
Installers:
${installer('nullsoft', 'user', user)}${installer('wix', 'machine', machine)}${tail('installer')}`,
    [`${place}.locale.en-US.yaml`]: `${head}PackageLocale: en-US
Publisher: ${publisher}
PackageName: Forecourt
PackageUrl: ${homepage}
License: ${licence}
LicenseUrl: ${homepage}/blob/v${version}/LICENSE
ShortDescription: ${quoted(summary)}
Description: ${quoted(about)}
ReleaseNotesUrl: ${homepage}/releases/tag/v${version}
${tail('defaultLocale')}`,
  }
}

const cask = ({ version, homepage }, { url, sha256 }) => `cask "forecourt" do
  version "${version}"
  sha256 "${sha256}"

  url "${url.replaceAll(version, '#{version}')}"
  name "Forecourt"
  desc "Run the adverts of a car dealership"
  homepage "${homepage}"

  depends_on macos: ">= :monterey"

  app "Forecourt.app"
  binary "#{appdir}/Forecourt.app/Contents/Resources/cli/forecourt"

  # What the dealer made stays: adverts, batches and the journal of what was sent.
  uninstall quit: "${appId}"
end
`

/** Of the deb, which the release has attested. The system's file chooser hands over the files that a person picks. */
const flathub = ({ version, date, homepage }, { url, sha256 }) => ({
  [`flathub/${appId}.yml`]: `id: ${appId}
runtime: org.freedesktop.Platform
runtime-version: '25.08'
sdk: org.freedesktop.Sdk
base: org.electronjs.Electron2.BaseApp
base-version: '25.08'
command: forecourt-app
separate-locales: false
finish-args:
  - --share=ipc
  - --share=network
  - --socket=wayland
  - --socket=fallback-x11
  - --device=dri
  # The key and the logins are in the system's keychain.
  - --talk-name=org.freedesktop.secrets
  - --talk-name=org.freedesktop.Notifications
modules:
  - name: forecourt
    buildsystem: simple
    build-commands:
      - ar x forecourt.deb && tar xf data.tar.*
      - mkdir -p /app/forecourt && cp -r opt/Forecourt/. /app/forecourt
      - chmod 755 /app/forecourt/chrome-sandbox
      - install -Dm755 forecourt-app.sh /app/bin/forecourt-app
      - mkdir -p /app/bin && ln -s /app/forecourt/resources/cli/forecourt /app/bin/forecourt
      - install -Dm644 usr/share/applications/forecourt.desktop /app/share/applications/${appId}.desktop
      - desktop-file-edit --set-key=Exec --set-value='forecourt-app %U' --set-icon=${appId} /app/share/applications/${appId}.desktop
      - install -Dm644 usr/share/icons/hicolor/512x512/apps/forecourt.png /app/share/icons/hicolor/512x512/apps/${appId}.png
      - install -Dm644 ${appId}.metainfo.xml -t /app/share/metainfo
    sources:
      - type: file
        url: ${url}
        sha256: ${sha256}
        dest-filename: forecourt.deb
        only-arches: [x86_64]
      - type: script
        dest-filename: forecourt-app.sh
        commands:
          - exec zypak-wrapper /app/forecourt/forecourt "$@"
      - type: file
        path: ${appId}.metainfo.xml
`,
  [`flathub/${appId}.metainfo.xml`]: `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${appId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${licence}</project_license>
  <name>Forecourt</name>
  <summary>Run the adverts of a car dealership</summary>
  <summary xml:lang="uk">Оголошення автосалону в одному вікні</summary>
  <developer id="com.forecourt">
    <name>${publisher}</name>
  </developer>
  <description>
    <p>${about}</p>
    <p xml:lang="uk">Зберігає оголошення автосалону так, що їх видно й без мережі, змінює їх у таблиці й гуртом, імпортує CSV, електронні таблиці та XML, надсилає кожну зміну не більше одного разу, стежить за ринком і замовленнями.</p>
  </description>
  <launchable type="desktop-id">${appId}.desktop</launchable>
  <url type="homepage">${homepage}</url>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${version}" date="${date}" />
  </releases>
</component>
`,
})
