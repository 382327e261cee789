; The console program is found by its name in every new terminal of the person who installs the app.
!macro customInstall
  nsExec::ExecToLog `powershell -NoProfile -Command "$$cli = '$INSTDIR\resources\cli'; $$all = @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $$_ -and $$_ -ne $$cli }); [Environment]::SetEnvironmentVariable('Path', (($$all + $$cli) -join ';'), 'User')"`
  Pop $0
!macroend

!macro customUnInstall
  nsExec::ExecToLog `powershell -NoProfile -Command "$$cli = '$INSTDIR\resources\cli'; $$all = @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $$_ -and $$_ -ne $$cli }); [Environment]::SetEnvironmentVariable('Path', ($$all -join ';'), 'User')"`
  Pop $0
!macroend
