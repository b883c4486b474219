; Included by the installer that electron-builder makes.

!macro customInstall
  ; Links into the app. SHCTX is the person's part of the registry, or the machine's where all users get the app.
  WriteRegStr SHCTX "Software\Classes\fuelcard-desk" "" "URL:Fuelcard Desk"
  WriteRegStr SHCTX "Software\Classes\fuelcard-desk" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\fuelcard-desk\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\fuelcard-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHCTX "Software\Classes\fuelcard-desk"
    ; The start with the system, which the app writes for the person that asks for it.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "com.fuelcard-desk.app"
  ${endIf}
!macroend
