!include WinMessages.nsh

; Tables stay with the program that the person opens them by: the app is offered under "Open with" alone.
!define tableClass "Forecourt.Table"

!macro offerFor EXTENSION
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${tableClass}"
!macroend

!macro noLongerFor EXTENSION
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${tableClass}"
!macroend

; The console program is found by its name in every new terminal of the person. The path is read and written as it is, with
; its variables; the folder goes by the environment, because its name may hold what PowerShell reads as its own.
!macro changePath ENTRIES
  System::Call 'kernel32::SetEnvironmentVariable(t "FORECOURT_CLI", t "$INSTDIR\resources\cli")'
  nsExec::ExecToLog `powershell -NoProfile -Command "$$cli = $$env:FORECOURT_CLI; $$key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment'); $$others = @([string]$$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $$_ -and $$_ -ne $$cli }); $$key.SetValue('Path', (${ENTRIES} -join ';'), 'ExpandString')"`
  Pop $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro offerFor "csv"
  !insertmacro offerFor "xlsx"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${tableClass}" "" "Table"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${tableClass}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${tableClass}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro changePath "($$others + $$cli)"
!macroend

!macro customUnInstall
  !insertmacro noLongerFor "csv"
  !insertmacro noLongerFor "xlsx"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${tableClass}"
  !insertmacro changePath "$$others"
!macroend
